# Run by `karrio shell`: a user with a live key and one of the test mode. Karrio makes keys for a signed-in person only.
from django.contrib.auth import get_user_model
from karrio.server.user.models import Token

user = get_user_model().objects.create_superuser(email="admin@example.com", password="a long enough passphrase")
for mode in ("live", "test"):
    print("KEY", mode, Token.objects.create(user=user, test_mode=mode == "test").key)

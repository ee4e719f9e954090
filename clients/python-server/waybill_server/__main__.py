"""`python -m waybill_server` runs Waybill in the place of Python."""

import os
import subprocess
import sys

from . import executable

if sys.platform == "win32":
    sys.exit(subprocess.run([executable(), *sys.argv[1:]]).returncode)
os.execv(executable(), [executable(), *sys.argv[1:]])

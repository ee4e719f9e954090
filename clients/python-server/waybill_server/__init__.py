"""The executable of Waybill. The wheel puts it beside the other commands of the environment."""

import os
import sys
import sysconfig


def executable():
    """The path of the executable. Raises FileNotFoundError with the command that helps."""
    name = "waybill.exe" if sys.platform == "win32" else "waybill"
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    # `pip install --target FOLDER` leaves commands in FOLDER/bin.
    schemes.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in schemes:
        file = os.path.join(folder, name)
        if os.path.isfile(file):
            return file
    raise FileNotFoundError(f"{name} is in none of {', '.join(schemes)}. Run: pip install --force-reinstall waybill-server")

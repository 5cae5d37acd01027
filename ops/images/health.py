"""What the container's health check runs: exit status 0 when HEALTH_URL answers with 200."""

import os
import sys
from urllib.error import URLError
from urllib.request import urlopen

try:
    with urlopen(os.environ["HEALTH_URL"], timeout=4) as answer:  # noqa: S310 - set by the image
        sys.exit(answer.status != 200)
except (URLError, OSError):
    sys.exit(1)

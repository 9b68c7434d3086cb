"""Workers as Gunicorn's documentation recommends: two for each core, and one."""

import os

bind = os.environ["LISTEN_ADDR"]
workers = 2 * os.cpu_count() + 1
wsgi_app = "consultations.wsgi"

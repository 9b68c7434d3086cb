"""Two workers for two cores, with threads, so that connections are kept as those of the other servers."""

import os

bind = os.environ["LISTEN_ADDR"]
workers = 2
threads = 8
wsgi_app = "consultations.wsgi"

"""Settings of production: no debugging, kept connections. libpq reads the rest of the database's address itself."""

import os

DEBUG = False
SECRET_KEY = os.environ["TOKEN_SECRET"]
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "consultations.urls"
INSTALLED_APPS = ["consultations"]
USE_TZ = True
LOGGING_CONFIG = None

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "postgres",
        "USER": "postgres",
        "CONN_MAX_AGE": None,
    }
}

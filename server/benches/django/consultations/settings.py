"""Settings of production: no debugging, kept connections, the middleware of a new project. libpq reads the rest of the database's address itself."""

import os

DEBUG = False
SECRET_KEY = os.environ["TOKEN_SECRET"]
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "consultations.urls"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "consultations",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
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

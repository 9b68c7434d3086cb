from django.urls import path

from consultations.views import create_consultation

urlpatterns = [path("api/consultations/create/", create_consultation)]

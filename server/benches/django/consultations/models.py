from secrets import token_hex

from django.db import models


def new_slug() -> str:
    return token_hex(16)


class Consultation(models.Model):
    """The table of the plain server, with the product's rows."""

    id = models.BigAutoField(primary_key=True)
    slug = models.TextField(unique=True, default=new_slug)
    full_name = models.TextField()
    email = models.TextField()
    referral = models.TextField(null=True)
    message = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        managed = False
        db_table = "plain_consultations"

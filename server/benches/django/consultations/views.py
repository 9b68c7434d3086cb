import json

from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from consultations.models import Consultation


@csrf_exempt
@require_POST
def create_consultation(request: HttpRequest) -> JsonResponse:
    consultation = Consultation.objects.create(**json.loads(request.body))
    created = {"slug": consultation.slug, "submitted_at": consultation.created_at}
    return JsonResponse(created, status=201)

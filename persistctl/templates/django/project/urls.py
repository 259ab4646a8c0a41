# SPDX-License-Identifier: Apache-2.0
"""Which URL is answered by what."""

from django.contrib import admin
from django.http import HttpResponse
from django.urls import path, reverse


def index(request):
    """Greet the visitor."""
    link = reverse("admin:index")
    return HttpResponse(
        f'<p>Hello from Django. <a href="{link}">Admin</a></p>\n'
    )


urlpatterns = [
    path("", index),
    path("admin/", admin.site.urls),
]

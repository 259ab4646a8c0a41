# SPDX-License-Identifier: Apache-2.0
"""A page of Django: ten rows of an SQLite table by its ORM, in a template."""

import os

import django
from django.conf import settings

HERE = os.path.dirname(os.path.abspath(__file__))

settings.configure(
    SECRET_KEY="of a benchmark",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.path.join(HERE, "..", "..", "bench.db"),
            "CONN_MAX_AGE": None,
        }
    },
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "DIRS": [HERE],
        }
    ],
    # Those of startproject that need no table.
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
)
django.setup()

# These need the settings.
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.urls import path  # noqa: E402


class Item(models.Model):
    team = models.IntegerField()
    name = models.TextField()
    price = models.IntegerField()

    class Meta:
        app_label = "bench"
        db_table = "item"


def page(request):
    items = Item.objects.filter(team=request.GET["team"]).order_by("id")
    return render(request, "page.html", {"items": items})


urlpatterns = [path("django", page)]
application = get_wsgi_application()

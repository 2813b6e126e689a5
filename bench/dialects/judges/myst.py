"""Renders documents as Sphinx does with MyST: directives, targets, fields and comments.

usage: myst.py SITE < texts.json > pages.json: a list of texts, a list of pages.
"""
import json
import sys

from docutils.core import publish_parts
from myst_parser.docutils_ import Parser

settings = {
    "myst_enable_extensions": ["colon_fence", "deflist", "dollarmath", "fieldlist"],
    "report_level": 5,
    "raw_enabled": True,
}


def page(text):
    return publish_parts(text, parser=Parser(), writer_name="html5", settings_overrides=settings)["html_body"]


json.dump([page(text) for text in json.load(sys.stdin)], sys.stdout)

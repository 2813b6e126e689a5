"""Renders documents as a site of MkDocs does: the extensions of its mkdocs.yml, as far as they are installed.

usage: python.py SITE < texts.json > pages.json: a list of texts, a list of pages. What is not installed is named on
standard error.
"""
import importlib
import json
import pathlib
import sys

import markdown
import yaml


class Loader(yaml.SafeLoader):
    """Leaves what Python alone can make of a tag."""


Loader.add_multi_constructor("!", lambda *_: None)
Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def extensions(site):
    file = min(pathlib.Path(site).rglob("mkdocs.yml"), key=lambda p: ("en" not in p.parts, len(p.parts)))
    names, settings = [], {}
    listed = yaml.load(file.read_text(), Loader).get("markdown_extensions") or []
    for name in ["toc", "tables", "fenced_code", *listed]:
        name, value = next(iter(name.items())) if isinstance(name, dict) else (name, None)
        if isinstance(listed, dict):
            value = listed.get(name)
        if name == "pymdownx.superfences":
            value = {}  # what it names is functions
        try:
            importlib.import_module(name if "." in name else "markdown.extensions." + name)
        except ImportError:
            print("without", name, file=sys.stderr)
            continue
        if name not in names:
            names.append(name)
        if isinstance(value, dict):
            settings[name] = {key: v for key, v in value.items() if v is not None}
    if "pymdownx.superfences" in names:
        names.remove("fenced_code")
    return names, settings


names, settings = extensions(sys.argv[1])
reader = markdown.Markdown(extensions=names, extension_configs=settings)
json.dump([reader.reset().convert(text) for text in json.load(sys.stdin)], sys.stdout)

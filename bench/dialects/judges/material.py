"""Renders documents by MkDocs with the theme Material: the article of each page. What stands around it is the theme's.

usage: material.py SITE < texts.json > pages.json: a list of texts, a list of pages.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

texts = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    (root / "docs").mkdir()
    for i, text in enumerate(texts):
        (root / f"docs/p{i}.md").write_text(text)
    settings = pathlib.Path(sys.argv[1], "mkdocs.yml").read_text()
    (root / "mkdocs.yml").write_text(settings + "\nplugins: []\n")
    subprocess.run(["/usr/bin/mkdocs", "build", "--quiet"], cwd=root, check=True, stdout=sys.stderr)
    pages = [(root / f"site/p{i}/index.html").read_text() for i in range(len(texts))]
json.dump([re.search(r"(?s)<article.*?</article>", page)[0] for page in pages], sys.stdout)

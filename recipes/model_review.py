#!/usr/bin/env python3
"""A reviewer that asks a language model, for "reviewers" in consistency-rules.json.

MODEL_URL is an OpenAI-compatible .../v1/chat/completions or Ollama's .../api/chat, MODEL_NAME the model, MODEL_KEY a key
if the server wants one. What the model writes is printed as it is: doc-iterate reads it, and trusts it in nothing.
"""
import json, os, subprocess, sys, urllib.request

request = json.load(sys.stdin)
task = subprocess.run(
    [os.environ.get("DOC_ITERATE", "doc-iterate"), "prompt", "--stdin-filename", request["document"], "-"],
    input=request["text"].encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
if request.get("scope"):
    task += "\nReview these sections alone: " + ", ".join(request["scope"]) + "\n"
if request.get("guidance"):
    task += "\nAttend to this: " + request["guidance"] + "\n"

url = os.environ["MODEL_URL"]
body = {"model": os.environ["MODEL_NAME"], "messages": [{"role": "user", "content": task}], "stream": False}
if url.endswith("/api/chat"):
    body["format"] = "json"
else:
    body["response_format"] = {"type": "json_object"}
headers = {"Content-Type": "application/json"}
if os.environ.get("MODEL_KEY"):
    headers["Authorization"] = "Bearer " + os.environ["MODEL_KEY"]
with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=50) as response:
    answer = json.load(response)
message = answer["message"] if "message" in answer else answer["choices"][0]["message"]
print(message["content"])

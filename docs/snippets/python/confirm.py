import json
import os
import sys
import urllib.error
import urllib.request


def read_session(session_id):
    request = urllib.request.Request(
        f"{os.environ.get('BASE_URL', 'http://localhost:4242')}/v1/checkout/sessions/{session_id}?wait=25",
        headers={"Authorization": f"Bearer {os.environ['SECRET_KEY']}"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        sys.exit(json.load(refusal)["error"]["message"])


session = read_session(sys.argv[1])
while session["status"] == "open":
    session = read_session(sys.argv[1])

print(f"paid: {session['order']['orderNumber']}" if session["status"] == "complete" else "not paid")

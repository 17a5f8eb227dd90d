import json
import os
import sys
import urllib.error
import urllib.request
import uuid

request = urllib.request.Request(
    f"{os.environ.get('BASE_URL', 'http://localhost:4242')}/v1/products/linen-shirt",
    method="PATCH",
    headers={
        "Authorization": f"Bearer {os.environ['SECRET_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({"variants": [{"size": "M", "colorName": "Sand", "delta": 5}]}).encode(),
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.dumps(json.load(response)["variants"]))
except urllib.error.HTTPError as refusal:
    sys.exit(json.load(refusal)["error"]["message"])

import json
import os
import urllib.request
import uuid

request = urllib.request.Request(
    f"{os.environ['BASE_URL']}/v1/checkout/sessions",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['SECRET_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({"items": [{"product": "linen-shirt", "size": "M", "color": "Sand"}]}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["url"])

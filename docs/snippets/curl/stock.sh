curl -sS --fail-with-body -X PATCH "${BASE_URL:-http://localhost:4242}/v1/products/linen-shirt" \
  -H "Authorization: Bearer $SECRET_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: $(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" \
  -d '{"variants": [{"size": "M", "colorName": "Sand", "delta": 5}]}'

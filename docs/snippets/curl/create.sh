curl -sS --fail-with-body "${BASE_URL:-http://localhost:4242}/v1/checkout/sessions" \
  -H "Authorization: Bearer $SECRET_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: $(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" \
  -d '{"items": [{"product": "linen-shirt", "size": "M", "color": "Sand"}]}'

# Needs openssl. The body is what came, byte for byte; the headers stand in the environment.
body=$(cat; printf x) && body=${body%x}
key=$(printf '%s' "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
expected=v1,$(printf '%s' "$HTTP_WEBHOOK_ID.$HTTP_WEBHOOK_TIMESTAMP.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)

[[ $HTTP_WEBHOOK_TIMESTAMP =~ ^[1-9][0-9]{0,11}$ ]] || { echo "no timestamp" >&2; exit 1; }
age=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
[[ ${age#-} -le 300 ]] || { echo "too old" >&2; exit 1; }
[[ " $HTTP_WEBHOOK_SIGNATURE " == *" $expected "* ]] || { echo "wrong signature" >&2; exit 1; }
echo "verified: $body"

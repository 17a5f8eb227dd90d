require "json"
require "net/http"
require "securerandom"

response = Net::HTTP.post(
  URI("#{ENV.fetch("BASE_URL", "http://localhost:4242")}/v1/checkout/sessions"),
  JSON.generate(items: [{ product: "linen-shirt", size: "M", color: "Sand" }]),
  "Authorization" => "Bearer #{ENV.fetch("SECRET_KEY")}",
  "Content-Type" => "application/json",
  "Idempotency-Key" => SecureRandom.uuid
)
abort response.body unless response.is_a?(Net::HTTPSuccess)

puts JSON.parse(response.body)["url"]

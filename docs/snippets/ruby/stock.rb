require "json"
require "net/http"
require "securerandom"

address = URI("#{ENV.fetch("BASE_URL", "http://localhost:4242")}/v1/products/linen-shirt")
request = Net::HTTP::Patch.new(
  address,
  "Authorization" => "Bearer #{ENV.fetch("SECRET_KEY")}",
  "Content-Type" => "application/json",
  "Idempotency-Key" => SecureRandom.uuid
)
request.body = JSON.generate(variants: [{ size: "M", colorName: "Sand", delta: 5 }])
response = Net::HTTP.start(address.host, address.port, use_ssl: address.scheme == "https") do |http|
  http.request(request)
end
abort response.body unless response.is_a?(Net::HTTPSuccess)

puts JSON.generate(JSON.parse(response.body)["variants"])

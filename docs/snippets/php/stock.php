<?php

$answer = file_get_contents((getenv('BASE_URL') ?: 'http://localhost:4242') . '/v1/products/linen-shirt', false, stream_context_create(['http' => [
    'method' => 'PATCH',
    'ignore_errors' => true, // so that a refusal can be read
    'header' => [
        'Authorization: Bearer ' . getenv('SECRET_KEY'),
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    'content' => json_encode(['variants' => [['size' => 'M', 'colorName' => 'Sand', 'delta' => 5]]]),
]]));
if ($answer === false) exit(1);
$product = json_decode($answer);
if (isset($product->error)) {
    fwrite(STDERR, "{$product->error->message}\n");
    exit(1);
}

echo json_encode($product->variants), "\n";

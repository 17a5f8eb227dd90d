<?php

$answer = file_get_contents(getenv('BASE_URL') . '/v1/checkout/sessions', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ' . getenv('SECRET_KEY'),
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    'content' => json_encode(['items' => [['product' => 'linen-shirt', 'size' => 'M', 'color' => 'Sand']]]),
]]));
if ($answer === false) exit(1);

echo json_decode($answer)->url, "\n";

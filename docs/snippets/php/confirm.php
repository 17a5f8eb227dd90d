<?php

function readSession(string $id): object
{
    $address = getenv('BASE_URL') . "/v1/checkout/sessions/$id?wait=25";
    $header = 'Authorization: Bearer ' . getenv('SECRET_KEY');
    $answer = file_get_contents($address, false, stream_context_create(['http' => ['header' => $header]]));
    return $answer === false ? exit(1) : json_decode($answer);
}

do {
    $session = readSession($argv[1]);
} while ($session->status === 'open');

echo $session->status === 'complete' ? "paid: {$session->order->orderNumber}\n" : "not paid\n";

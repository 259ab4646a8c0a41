<?php
// SPDX-License-Identifier: Apache-2.0
// The work of work.py in PHP, for php-fpm.

const BLOCK = 1024 * 1024;

function environment(): string
{
    $text = '';
    foreach ($_SERVER as $name => $value) {
        $text .= is_string($value) ? "$name=$value\n" : '';
    }
    return $text;
}

function send_bytes(int $n): void
{
    header("Content-Length: $n");
    for ($block = str_repeat('x', min($n, BLOCK)); $n > 0; $n -= BLOCK) {
        echo $n < BLOCK ? substr($block, 0, $n) : $block;
    }
}

function upload(): string
{
    $length = 0;
    $input = fopen('php://input', 'r');
    while (($piece = fread($input, 65536)) !== false && $piece !== '') {
        $length += strlen($piece);
    }
    return "$length\n";
}

// A persistent connection, as is usual with PDO where speed matters.
function page(): string
{
    $database = new PDO('sqlite:' . __DIR__ . '/../bench.db', null, null, [
        PDO::ATTR_PERSISTENT => true,
        PDO::ATTR_STRINGIFY_FETCHES => false,
    ]);
    $rows = $database->prepare(
        'SELECT id, name, price FROM item WHERE team = ? ORDER BY id');
    $rows->execute([(int) $_GET['team']]);
    return json_encode($rows->fetchAll(PDO::FETCH_ASSOC));
}

header('Content-Type: text/plain');
[, $kind, $rest] = explode('/', ($_SERVER['PATH_INFO'] ?? '') . '//', 3);
match ($kind) {
    '', 'hello' => print("hello\n"),
    'environment' => print(environment()),
    'bytes' => send_bytes((int) $rest),
    'upload' => print(upload()),
    'page' => print(page()),
};

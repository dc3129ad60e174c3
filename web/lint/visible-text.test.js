import { RuleTester } from 'eslint';
import parser from 'svelte-eslint-parser';
import { afterAll, describe, it } from 'vitest';

import { visibleText } from './visible-text.js';

// A rule that never fired would be worse than none: each way of showing a word is planted here.
RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
RuleTester.it = it;

new RuleTester({ languageOptions: { parser } }).run('visible-text', visibleText, {
  valid: [
    "<script>const name = 'felt';</script><p class=\"big\">{t('table.deal')}</p>",
    "<p>{total} / {limit} · 7 ♠ — {won ? '+' : '-'}</p>",
    "<p aria-label={t('seat.free')} data-test=\"seat\" class={big ? 'big' : 'small'}></p>",
    "<p>{kind === 'soft' ? text.soft : text.hard}</p>",
    '<svg><text>{label}</text></svg><style>p { color: red; }</style>',
  ],
  invalid: [
    ['<p>Repartir</p>'],
    ['<p>{n} cartas</p>'],
    ['<button title="Deal"></button>'],
    ['<img alt="una carta" />'],
    ["<p>{won ? 'ganas' : ''}</p>"],
    ['<p>{`${n} fichas`}</p>'],
    ['<p aria-label={`box ${n}`}></p>'],
    ["<p>{name ?? 'nadie'}</p>"],
    ['<svelte:head><title>Thot</title></svelte:head>'],
  ].map(([code]) => ({ code, errors: [{ messageId: 'outside' }] })),
});

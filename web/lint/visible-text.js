// Every word that a person reads or hears comes out of the catalogues in src/i18n, in both languages.
// This rule finds letters written straight into a component: between tags, in attributes that are
// read aloud or shown, or as a string that an expression between tags may yield.

const LETTER = /\p{L}/u;
const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** The strings that an expression can come out as; what is passed to a call is that call's business. */
function* outcomes(expression) {
  switch (expression.type) {
    case 'Literal':
      if (typeof expression.value === 'string') yield { node: expression, text: expression.value };
      break;
    case 'TemplateLiteral':
      for (const part of expression.quasis) yield { node: part, text: part.value.cooked };
      break;
    case 'ConditionalExpression':
      yield* outcomes(expression.consequent);
      yield* outcomes(expression.alternate);
      break;
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (['+', '&&', '||', '??'].includes(expression.operator)) {
        yield* outcomes(expression.left);
        yield* outcomes(expression.right);
      }
      break;
  }
}

export const visibleText = {
  meta: {
    type: 'problem',
    messages: { outside: '"{{text}}" is shown to people: take it from the catalogues in src/i18n.' },
    schema: [],
  },
  create(context) {
    const check = (node, text) => {
      if (LETTER.test(text)) context.report({ node, messageId: 'outside', data: { text: text.trim() } });
    };
    return {
      SvelteText(node) {
        if (node.parent.type === 'SvelteStyleElement') return;
        check(node, node.value);
      },
      SvelteMustacheTag(node) {
        const shown =
          node.parent.type !== 'SvelteAttribute' || SHOWN_ATTRIBUTES.has(node.parent.key.name.toLowerCase());
        if (!shown) return;
        for (const { node: part, text } of outcomes(node.expression)) check(part, text);
      },
      SvelteLiteral(node) {
        if (node.parent.type === 'SvelteAttribute' && SHOWN_ATTRIBUTES.has(node.parent.key.name.toLowerCase()))
          check(node, node.value);
      },
    };
  },
};

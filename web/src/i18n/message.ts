/** A sentence with {holes}, or one per plural category, chosen by the parameter `n`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;

import type { Rule } from 'eslint';

export const visibleText: Rule.RuleModule;

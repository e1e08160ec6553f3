import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { noInheritedLookUp } from './lint/no-inherited-look-up.mjs';

/** A literal that is spread only hides what it holds. */
const NO_SPREAD_LITERALS = [
  { selector: 'ObjectExpression > SpreadElement > ObjectExpression', message: 'Write its properties.' },
  { selector: 'ArrayExpression > SpreadElement > ArrayExpression', message: 'Write its elements.' },
];

export default defineConfig(
  globalIgnores([
    'dist',
    'data',
    'coverage',
    'node_modules',
    'speech-kit',
    'web/dist*',
    'web/src/**/*.gen.ts',
    'sdk/dist',
    'sdk/src/**/*.gen.ts',
  ]),
  js.configs.recommended,
  {
    // "No pattern needs more than linear time, whatever it is given": these see one character repeated, in patterns that
    // are written down; test/project/patterns.spec.ts tries the others, and words.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { service: { rules: { 'no-inherited-look-up': noInheritedLookUp } } },
    rules: { 'service/no-inherited-look-up': 'error' },
  },
  { files: ['**/*.{ts,tsx,mjs,cjs}'], rules: { 'no-restricted-syntax': ['error', ...NO_SPREAD_LITERALS] } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/kernel/text.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NO_SPREAD_LITERALS,
        {
          selector: 'CallExpression[callee.property.name="normalize"]',
          message:
            'String.normalize takes quadratic time of very many marks: use normalized (platform/kernel/text).',
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest modules are empty classes with a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // A call without a value may be the whole of an arrow function.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Types are structural here: a class stands for its shape (DI tokens, Nest's option classes).
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // No compiler memoizes here.
      'react-hooks/incompatible-library': 'off',
      // What others wrote is text, never markup; and the policy of the page refuses styles that are text.
      'no-restricted-syntax': [
        'error',
        ...NO_SPREAD_LITERALS,
        {
          selector: 'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|style)$/]',
          message: 'Texts are children, looks are classes.',
        },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|cssText)$/]',
          message: 'No markup and no styles from texts.',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/components/link/link.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@tanstack/react-router',
          importNames: ['Link'],
          message: 'Its data-status is none of the API: use components/link.',
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      // supertest answers `any`, jest's asymmetric matchers too.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
      },
    },
  },
);

import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { lazyPart } from './lazy';

const text = (words: string) => () => createElement('p', null, words);

test('shows a loaded part at once', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: text('here') }));
  await Part.preload();
  expect(renderToString(createElement(Part))).toBe('<p>here</p>');
});

test('ignores a removed part while preloading', async () => {
  const Part = lazyPart<object>(() => Promise.reject(new Error('404')));
  await expect(Part.preload()).resolves.toBeUndefined();
});

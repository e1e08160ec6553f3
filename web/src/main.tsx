import './tokens.css';
import './base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries';
import { MissingPart } from './components/lazy/lazy';
import { router } from './routes';

// A browser's first use of it takes tens of milliseconds: in a task of its own, during the request of the session.
setTimeout(() => new Intl.DateTimeFormat('en-GB'));

// Vite loads a style sheet once: the link of one that failed would stand for it.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) target.remove();
  },
  true,
);

const place = document.getElementById('root');
if (place) {
  createRoot(place, {
    onCaughtError: (error) => {
      // The error boundary shows that there is a new version.
      if (!(error instanceof MissingPart)) console.error(error);
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

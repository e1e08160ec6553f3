import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** What the router says of a link to the page that is shown; `aria-current` says it, too. */
interface RouterProps {
  readonly 'data-status'?: string;
}

/** A link to a page of the console. The router's own has a `data-status`, which is kept for what the API calls a status. */
export const Link = createLink(({ 'data-status': _, ...anchor }: ComponentProps<'a'> & RouterProps) => (
  <a {...anchor} />
));

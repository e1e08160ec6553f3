import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** `aria-current` marks the shown page, too. */
interface RouterProps {
  readonly 'data-status'?: string;
}

/** The router's own has a `data-status`, which is reserved for a status of the API. */
export const Link = createLink(({ 'data-status': _, ...anchor }: ComponentProps<'a'> & RouterProps) => (
  <a {...anchor} />
));

import { type MouseEvent, type ReactNode, useRef } from 'react';
import { requests } from '../../api/requests';
import { buttonLink } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { useAction } from '../use-action';

interface DownloadLinkProps {
  readonly href: string;
  readonly look?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

/** Saves a file of the service. An ended session leads to the sign-in: the browser would save its refusal as the file. */
export function DownloadLink({ href, look = 'plain', children }: DownloadLinkProps) {
  const { run } = useAction();
  const isChecked = useRef(false);
  const onClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isChecked.current) {
      isChecked.current = false;
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    isChecked.current = (await run(requests.session)) !== null;
    if (isChecked.current) link.click();
  };
  return (
    <a className={buttonLink(look)} href={href} download onClick={(event) => void onClick(event)}>
      <Icon name="download" />
      {children}
    </a>
  );
}

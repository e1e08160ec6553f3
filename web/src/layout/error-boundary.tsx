import { Component, type ReactNode } from 'react';
import { Button } from '../components/button/button';
import { MissingPart } from '../components/lazy/lazy';
import { t } from '../messages/en';

interface State {
  readonly error: unknown;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Broken error={this.state.error} />;
  }
}

export function Broken({ error }: { readonly error: unknown }): ReactNode {
  return (
    <div role="alert">
      <p>{error instanceof MissingPart ? t.common.newVersion : t.common.unexpected}</p>
      <Button onClick={() => window.location.reload()}>{t.common.reload}</Button>
    </div>
  );
}

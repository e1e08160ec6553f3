import { Component, type ReactNode } from 'react';
import { Button } from '../components/button/button';
import { MissingPart, UnreachablePart } from '../components/lazy/lazy';
import { t } from '../messages/en';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The class of the message that replaces the children. */
  readonly className?: string | undefined;
}

interface State {
  readonly error: unknown;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const retry = () => this.setState({ error: null });
    return <Broken error={this.state.error} retry={retry} className={this.props.className} />;
  }
}

interface BrokenProps extends Pick<ErrorBoundaryProps, 'className'> {
  readonly error: unknown;
  readonly retry: () => void;
}

export function Broken({ error, retry, className }: BrokenProps): ReactNode {
  if (error instanceof UnreachablePart) {
    const again = () => {
      error.forget();
      retry();
    };
    return (
      <div role="alert" className={className}>
        <p>{t.common.noConnectionAction}</p>
        <Button onClick={again}>{t.common.tryAgain}</Button>
      </div>
    );
  }
  return (
    <div role="alert" className={className}>
      <p>{error instanceof MissingPart ? t.common.newVersion : t.common.unexpected}</p>
      <Button onClick={() => window.location.reload()}>{t.common.reload}</Button>
    </div>
  );
}

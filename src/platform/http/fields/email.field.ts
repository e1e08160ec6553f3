import { MAX_EMAIL_LENGTH, emailProblem } from '../../email';
import { Text, type TextOptions } from './fields';

export function Email(options: Omit<TextOptions, 'max' | 'trim' | 'problemOf' | 'format'>) {
  return Text({
    min: 1,
    ...options,
    max: MAX_EMAIL_LENGTH,
    trim: true,
    format: 'email',
    problemOf: emailProblem,
  });
}

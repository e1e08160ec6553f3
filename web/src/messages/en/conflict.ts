/** A record that was saved while it was being changed. */
export const conflict = {
  text: '“Reload” shows what was saved; what you changed here is dropped.',
  question: 'Discard changes?',
  questionText: 'What was saved meanwhile takes the place of what you changed here.',
};

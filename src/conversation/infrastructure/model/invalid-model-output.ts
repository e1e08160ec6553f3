/** The model's answer is unusable. The message has the reason and quotes nothing, since the answer may be personal. */
export class InvalidModelOutput extends Error {
  override readonly name = 'InvalidModelOutput';
}

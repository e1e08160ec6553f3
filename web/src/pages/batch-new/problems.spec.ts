import { ApiError, type FieldProblem } from '../../api/error';
import { problemsOf } from './problems';

const refused = (...errors: FieldProblem[]) =>
  new ApiError(400, 'invalid_request', 'The request is not valid.', 'req_1', { errors });
const problem = (field: string) => ({ field, message: 'is required' });

describe('the problems of an upload', () => {
  it('are none without a failure', () => {
    const { fields, rest } = problemsOf(null);
    expect([fields.size, rest]).toEqual([0, null]);
  });

  it.each([
    ['agent_id', 'agentId'],
    ['name', 'name'],
    ['test', 'test'],
    ['scheduled_for', 'local'],
    ['query.local', 'local'],
    ['query.scheduled_for', 'local'],
    ['retry.wait_minutes', 'waits'],
    ['query.retry', 'attempts'],
  ])('of %s stand below %s', (field, own) => {
    const { fields, rest } = problemsOf(refused(problem(field)));
    expect([...fields.keys()]).toEqual([own]);
    expect(fields.get('name') ?? '').toBe(own === 'name' ? 'Name must be filled in.' : '');
    expect(rest).toBeNull();
  });

  it('stand above where they have no field here', () => {
    const { fields, rest } = problemsOf(refused(problem('name'), problem('upload_key')));
    expect([...fields.keys()]).toStrictEqual(['name']);
    expect(rest).toMatchObject({ status: 400, code: 'invalid_request', requestId: 'req_1' });
    expect(rest?.problems).toEqual([problem('upload_key')]);
  });

  it('are the failure itself where it is about no field', () => {
    const failure = new ApiError(402, 'insufficient_credits', 'Not enough credits.');
    expect(problemsOf(failure).rest).toBe(failure);
  });
});

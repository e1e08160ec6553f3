/**
 * What a part of an OpenAPI document stands for: the part itself, or what its `$ref` names.
 * @returns {any}
 */
export function resolved(document, part) {
  if (typeof part?.$ref !== 'string') return part;
  const names = part.$ref.slice('#/'.length).split('/');
  return resolved(
    document,
    names.reduce((from, name) => from[name], document),
  );
}

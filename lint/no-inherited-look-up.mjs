import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/**
 * Refuses `record[text]` and `text in record` where the record is an object with any names and the text may be any text: of
 * words such as `constructor` every object has a property. Look-ups go by Map, or by `own` (platform/kernel/own).
 */
export const noInheritedLookUp = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      inherited:
        'Every object inherits properties such as "constructor": look up in a Map, or with own (platform/kernel/own).',
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const isAnyText = (node) => {
      return partsOf(services.getTypeAtLocation(node)).some(
        (part) => (part.flags & ts.TypeFlags.String) !== 0,
      );
    };
    const isRecord = (node) =>
      partsOf(checker.getNonNullableType(services.getTypeAtLocation(node))).some(
        (part) =>
          (part.flags & ts.TypeFlags.Object) !== 0 &&
          checker.getIndexInfoOfType(part, ts.IndexKind.String) !== undefined,
      );
    const isObject = (node) =>
      partsOf(checker.getNonNullableType(services.getTypeAtLocation(node))).some(
        (part) => (part.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(part),
      );
    return {
      MemberExpression(node) {
        if (!node.computed || node.property.type === 'Literal') return;
        if (isAnyText(node.property) && (isRecord(node.object) || isObject(node.object)))
          context.report({ node, messageId: 'inherited' });
      },
      BinaryExpression(node) {
        if (node.operator !== 'in' || node.left.type === 'Literal' || !isAnyText(node.left)) return;
        context.report({ node, messageId: 'inherited' });
      },
    };
  },
});

function partsOf(type) {
  return type.isUnion() ? type.types : [type];
}

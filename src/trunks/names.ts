export { TRUNK_KIND_NAMES, type TrunkKind } from './domain/trunk-kinds';

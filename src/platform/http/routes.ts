import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import type { DiscoveryService } from '@nestjs/core';
import { StartupError } from '../startup-error';
import { OPERATION } from './operation';
import type { OperationOptions } from './request-context';

interface Route {
  readonly template: string;
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
  readonly operations: ReadonlyMap<string, OperationOptions>;
}

interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationOptions;
}

export type RouteMatch =
  | { readonly kind: 'unknown_path' }
  | { readonly kind: 'wrong_method'; readonly template: string; readonly allow: string }
  | {
      readonly kind: 'found';
      readonly template: string;
      readonly operation: OperationOptions;
      /** Decoded values by name. */
      readonly parameters: Record<string, string>;
    };

/** Matches routes exactly, before any other check: an unknown path is 404, a wrong method 405 with `Allow`. */
export class RouteTable {
  readonly #exact = new Map<string, Route>();
  /** Routes by their fixed beginning, before the first parameter. */
  readonly #patterns = new Map<string, Route[]>();
  #longestBeginning = 0;

  constructor(routes: readonly DeclaredRoute[]) {
    const byPath = new Map<string, Map<string, OperationOptions>>();
    for (const { method, path, operation } of routes) {
      const operations = byPath.get(path) ?? new Map<string, OperationOptions>();
      byPath.set(path, operations.set(method, operation));
    }
    for (const [template, operations] of byPath) {
      const source = template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '([^/]+)');
      const parameters = [...template.matchAll(/:([A-Za-z_]+)/g)].map(([, name = '']) => name);
      const route = { template, operations, parameters, pattern: new RegExp(`^${source}$`) };
      if (parameters.length === 0) this.#exact.set(template, route);
      else this.#addPattern(template.slice(0, template.indexOf(':')), route);
    }
  }

  operations(): Map<string, OperationOptions> {
    const routes = [...this.#exact.values(), ...[...this.#patterns.values()].flat()];
    return new Map(
      routes.flatMap(({ operations }) =>
        [...operations.values()].map((operation) => [operation.id, operation] as const),
      ),
    );
  }

  operationOf(method: string, template: string): OperationOptions | undefined {
    const beginning = template.slice(0, template.indexOf(':'));
    const route =
      this.#exact.get(template) ??
      this.#patterns.get(beginning)?.find((candidate) => candidate.template === template);
    return route?.operations.get(method);
  }

  /** `path` has no query, and its parts can be decoded. HEAD matches the routes of GET. */
  match(method: string, path: string): RouteMatch {
    const found = this.#find(path);
    if (!found) return { kind: 'unknown_path' };
    const { route, values } = found;
    const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
    if (operation) {
      const named = route.parameters.map((name, at) => [name, decodeURIComponent(values[at] ?? '')] as const);
      return { kind: 'found', template: route.template, operation, parameters: Object.fromEntries(named) };
    }
    const methods = [...route.operations.keys()].flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : [name],
    );
    return { kind: 'wrong_method', template: route.template, allow: methods.join(', ') };
  }

  /** Among the patterns that match, the one with the longest fixed beginning wins. */
  #find(path: string): { readonly route: Route; readonly values: readonly string[] } | null {
    const exact = this.#exact.get(path);
    if (exact) return { route: exact, values: [] };
    for (let at = path.lastIndexOf('/', this.#longestBeginning); at >= 0; at = before(path, at)) {
      for (const route of this.#patterns.get(path.slice(0, at + 1)) ?? []) {
        const match = route.pattern.exec(path);
        if (match) return { route, values: match.slice(1) };
      }
    }
    return null;
  }

  #addPattern(beginning: string, route: Route): void {
    this.#longestBeginning = Math.max(this.#longestBeginning, beginning.length);
    this.#patterns.set(beginning, [...(this.#patterns.get(beginning) ?? []), route]);
  }
}

/**
 * Without `api`, routes below /v1 are left out (a worker serves health only), and without `console` those of the
 * console.
 * @throws StartupError for a route without a declared access, or with an operation id of another
 */
export function discoverRoutes(
  discovery: DiscoveryService,
  { api, console: withConsole = true }: { api: boolean; console?: boolean },
): RouteTable {
  const routes: DeclaredRoute[] = [];
  const ids = new Set<string>();
  const isServed = (path: string): boolean =>
    path.startsWith('/console/') ? api && withConsole : api || !path.startsWith('/v1/');
  for (const { metatype } of discovery.getControllers()) {
    for (const route of metatype ? routesOf(metatype) : []) {
      const { id } = route.operation;
      if (ids.has(id)) throw new StartupError(`Two routes have the operation id ${id}: give each its own.`);
      ids.add(id);
      if (isServed(route.path)) routes.push(route);
    }
  }
  return new RouteTable(routes);
}

/** @throws StartupError for a route without a declared access */
function* routesOf(controller: {
  readonly name: string;
  readonly prototype: object;
}): Generator<DeclaredRoute> {
  const { name: controllerName, prototype } = controller;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
    const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
    if (handler === undefined || method === undefined) continue;
    const operation = Reflect.getMetadata(OPERATION, handler) as OperationOptions | undefined;
    if (!operation) {
      throw new StartupError(
        `The route ${controllerName}.${name} does not declare its scope: give it @Operation({ access }).`,
      );
    }
    const path = join(base, Reflect.getMetadata(PATH_METADATA, handler) as string);
    yield { method: RequestMethod[method], path, operation };
  }
}

function before(path: string, at: number): number {
  return at === 0 ? -1 : path.lastIndexOf('/', at - 1);
}

function join(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}

import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import type { DiscoveryService } from '@nestjs/core';
import { StartupError } from '../startup-error';
import { OPERATION } from './operation';
import type { OperationOptions } from './request-context';

interface Route {
  readonly template: string;
  readonly pattern: RegExp;
  readonly operations: ReadonlyMap<string, OperationOptions>;
}

export type RouteMatch =
  | { readonly kind: 'unknown_path' }
  | { readonly kind: 'wrong_method'; readonly template: string; readonly allow: string }
  | { readonly kind: 'found'; readonly template: string; readonly operation: OperationOptions };

/** Matches routes exactly, before any other check: an unknown path is 404, a wrong method 405 with `Allow`. */
export class RouteTable {
  readonly #exact = new Map<string, Route>();
  readonly #patterns: Route[] = [];

  constructor(routes: readonly { method: string; path: string; operation: OperationOptions }[]) {
    const byPath = new Map<string, Map<string, OperationOptions>>();
    for (const { method, path, operation } of routes) {
      const operations = byPath.get(path) ?? new Map<string, OperationOptions>();
      byPath.set(path, operations.set(method, operation));
    }
    for (const [template, operations] of byPath) {
      const source = template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
      const route = { template, operations, pattern: new RegExp(`^${source}$`) };
      if (template.includes(':')) this.#patterns.push(route);
      else this.#exact.set(template, route);
    }
  }

  operations(): Map<string, OperationOptions> {
    const routes = [...this.#exact.values(), ...this.#patterns];
    return new Map(
      routes.flatMap(({ operations }) =>
        [...operations.values()].map((operation) => [operation.id, operation] as const),
      ),
    );
  }

  /** `path` has no query. HEAD matches the routes of GET. */
  match(method: string, path: string): RouteMatch {
    const route = this.#exact.get(path) ?? this.#patterns.find(({ pattern }) => pattern.test(path));
    if (!route) return { kind: 'unknown_path' };
    const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
    if (operation) return { kind: 'found', template: route.template, operation };
    const methods = [...route.operations.keys()].flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : [name],
    );
    return { kind: 'wrong_method', template: route.template, allow: methods.join(', ') };
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
  const routes: { method: string; path: string; operation: OperationOptions }[] = [];
  const ids = new Set<string>();
  for (const { metatype } of discovery.getControllers()) {
    if (!metatype) continue;
    const prototype = metatype.prototype as Record<string, unknown>;
    const base = Reflect.getMetadata(PATH_METADATA, metatype) as string;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
      const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (handler === undefined || method === undefined) continue;
      const operation = Reflect.getMetadata(OPERATION, handler) as OperationOptions | undefined;
      if (!operation) {
        throw new StartupError(
          `The route ${metatype.name}.${name} does not declare its scope: give it @Operation({ access }).`,
        );
      }
      if (ids.has(operation.id)) {
        throw new StartupError(`Two routes have the operation id ${operation.id}: give each its own.`);
      }
      ids.add(operation.id);
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string;
      const full = join(base, path);
      const isServed = full.startsWith('/console/') ? api && withConsole : api || !full.startsWith('/v1/');
      if (isServed) routes.push({ method: RequestMethod[method], path: full, operation });
    }
  }
  return new RouteTable(routes);
}

function join(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}

import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory';
import type { RequestClass } from './fields/field-registry';

/** The classes of what a handler reads; null: it reads none. */
export interface Inputs {
  readonly body: RequestClass | null;
  readonly query: RequestClass | null;
}

interface Parameter {
  readonly index: number;
  readonly data: string;
  readonly factory?: (data: unknown, context: ExecutionContext) => unknown;
}

const builtIn = new RouteParamsFactory();
const next = (): void => undefined;

export function inputsOf(context: ExecutionContext): Inputs {
  const prototype = context.getClass().prototype as object;
  const { name } = context.getHandler();
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as RequestClass[];
  const parameters = parametersOf(context);
  const typeOf = (kind: RouteParamtypes): RequestClass | null => {
    const found = parameters.find(([key]) => key.startsWith(`${kind}:`));
    return found ? (types[found[1].index] ?? null) : null;
  };
  return { body: typeOf(RouteParamtypes.BODY), query: typeOf(RouteParamtypes.QUERY) };
}

/** Calls the handler of a request as Nest does after the guards. No pipe is bound to a parameter. */
export function callHandler(context: ExecutionContext, controller: object): unknown {
  const http = context.switchToHttp();
  const req = http.getRequest<object>();
  const res = http.getResponse<object>();
  const values: unknown[] = [];
  for (const [key, { index, data, factory }] of parametersOf(context)) {
    const kind = RouteParamtypes[Number(key.split(':', 1)[0])] as keyof typeof RouteParamtypes;
    values[index] = factory
      ? factory(data, context)
      : builtIn.exchangeKeyForValue(RouteParamtypes[kind], data, { req, res, next });
  }
  return context.getHandler().apply(controller, values) as unknown;
}

function parametersOf(context: ExecutionContext): [key: string, parameter: Parameter][] {
  const { name } = context.getHandler();
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.entries(metadata ?? {}) as [string, Parameter][];
}

export {
  defineRoute,
  type ParameterSchemas,
  type PathValue,
  type RouteCall,
  type RouteDefinition,
  type RoutePermission,
  type SchemaOutput,
} from './extension/define-route.ts'
export { createHandler, type Handler } from './handler.ts'
export type { JsonObject, JsonValue } from './json.ts'
export type { MessageKey, Messages, Translation } from './messages/problems/translation.ts'
export type {
  Address,
  Extension,
  ExtensionRoute,
  HookContext,
  OutgoingResponse,
  ProblemAnswer,
  RecordMembers,
} from './options/extension.ts'
export type { HandlerOptions, LinkedRecord, ResolvedImage } from './options/handler-options.ts'
export { toProblem } from './response/host-problem.ts'
export type { Method } from './routing/route.ts'
export type { TenantHandler, TenantOptions } from './tenants.ts'

/**
 * Tools of a calendar for agents: plain definitions for any server of tools.
 *
 * @packageDocumentation
 */

export { type Confirmation, type ConfirmationStore, memoryConfirmations } from './confirmations.ts'
export { createTools, type ToolsOptions } from './create-tools.ts'
export type { Tool, ToolResult } from './tool.ts'

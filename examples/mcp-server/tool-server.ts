import type { Tool } from '@kalends/mcp'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'

/** A server of the protocol with some tools. Definitions and answers have its form already. */
export function createToolServer(tools: readonly Tool[]): Server {
  const server = new Server({ name: 'kalends', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ handler: _, ...definition }) => definition) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return tool.handler(params.arguments ?? {})
  })
  return server
}

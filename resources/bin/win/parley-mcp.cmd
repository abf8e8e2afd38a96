@rem Parley as an MCP server; --help lists the options.
@"%~dp0..\..\Parley.exe" --mcp -- %*

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
